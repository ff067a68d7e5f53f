// Reads answers out, follows the keys (Alt+Shift with a digit opens a tab, with M goes to where one types), and keeps
// in this browser what holds for the next visit, too.

const TICK = 1500; // milliseconds between two readings of an answer that is being written
const SENTENCE = /[^.!?。！？\n]+[.!?。！？\n]+/gu;

const frames = new WeakMap();

export default function (component) {
  const { parentElement } = component;
  let frame = frames.get(parentElement);
  if (!frame) {
    frame = new Frame(parentElement.querySelector("[aria-live]"));
    frames.set(parentElement, frame);
  }
  frame.show(component.data);
  return () => {
    frames.delete(parentElement);
    frame.end();
  };
}

class Frame {
  constructor(region) {
    this.region = region;
    this.read = 0; // characters of the answer that were read out
    this.pressed = (event) => this.press(event);
    document.addEventListener("keydown", this.pressed);
  }

  show(data) {
    const wasWriting = Boolean(this.data?.writing);
    this.data = data;
    Object.entries(data.kept).forEach(([name, value]) => keep(name, value));
    if (data.writing && !wasWriting) {
      this.read = 0;
      this.say(data.writing);
      this.timer = setInterval(() => this.follow(), TICK);
    } else if (!data.writing && wasWriting) {
      clearInterval(this.timer);
      this.say(data.said.slice(this.read));
    }
  }

  follow() {
    const text = document.querySelector(this.data.streamed)?.innerText ?? "";
    const whole = (text.match(SENTENCE) ?? []).join("");
    if (whole.length > this.read) this.say(whole.slice(this.read));
    this.read = Math.max(this.read, whole.length);
  }

  say(text) {
    if (!text.trim()) return;
    const line = document.createElement("p");
    line.textContent = text;
    this.region.replaceChildren(line);
  }

  press(event) {
    if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
    const at = /^Digit([1-9])$/.exec(event.code)?.[1];
    const tabs = [...document.querySelectorAll('[role="tab"]')];
    const target = at
      ? tabs.find((tab) => tab.textContent.trim() === this.data.tabs[at - 1])
      : event.code === "KeyM" && document.querySelector('[data-testid="stChatInputTextArea"]');
    if (!target) return;
    event.preventDefault();
    target.focus();
    if (at) target.click();
  }

  end() {
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.pressed);
  }
}

const YEAR = 365 * 24 * 3600; // seconds

function keep(name, value) {
  const age = value ? YEAR : 0;
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${age}; samesite=strict${secure}`;
}
