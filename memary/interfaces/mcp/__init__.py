"""memary for programs that speak the Model Context Protocol: tools, resources and a prompt, over stdio or HTTP."""
