"""Chinese words with which one tells an assistant to go on with what both look at: 把这个变量改名."""

from memary.languages.pack.base import words

WORK = words(
    """
    继续 变量 改名 重命名 函数 方法 文件 代码 提交 重构 注释 删除 删掉 添加 加上 运行 执行 编译 修改 修复 改成 改为
    检查 解释 格式化 格式 复制 粘贴 撤销 回滚 合并 拆分 拆成 推送 空行 换行 缩进 拼写 错别字 标题 参数 常量 字符串
    类型 脚本 整理 优化 简化 重写 补充 替换 移动 打开 关闭 保存 打印 输出 再来 重来 好的 可以 谢谢 没问题 不错 开始
    完成 更新 看看 写 改 加 删 试试
    """
)
