// The buttons beneath a message. Copying happens here, since a browser allows it only in the press itself.

export default function ({ parentElement, data, setTriggerValue }) {
  const bar = parentElement.querySelector(".memary-toolbar");
  const buttons = data.buttons.map(({ name, icon, label }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.name = name;
    button.title = label;
    button.setAttribute("aria-label", label);
    button.textContent = icon; // the name of a sign in the font that Streamlit brings
    button.onclick = () => (name === "copy" ? copy(button, label, data) : setTriggerValue("pressed", name));
    return button;
  });
  bar.replaceChildren(...buttons);
}

async function copy(button, label, { text, copied }) {
  await navigator.clipboard.writeText(text);
  button.textContent = "check";
  button.title = copied;
  button.setAttribute("aria-label", copied);
  setTimeout(() => {
    button.textContent = "content_copy";
    button.title = label;
    button.setAttribute("aria-label", label);
  }, 1600);
}
