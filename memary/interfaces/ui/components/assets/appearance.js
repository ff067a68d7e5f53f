// Chooses between light, dark and the system's own. Streamlit looks up what is kept here when it loads a page.

const KEPT = `stActiveTheme-${window.location.pathname}-v2`;
const CHOICES = [
  ["system", "System", "contrast"],
  ["light", "Light", "light_mode"],
  ["dark", "Dark", "dark_mode"],
];

export default function ({ parentElement, data }) {
  const bar = parentElement.querySelector(".memary-toolbar");
  const kept = read();
  bar.setAttribute("aria-label", data.label);
  bar.replaceChildren(
    ...CHOICES.map(([name, value, icon]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.role = "radio";
      button.dataset.name = name;
      button.title = data.choices[name];
      button.setAttribute("aria-label", data.choices[name]);
      button.setAttribute("aria-checked", String(value === kept));
      button.textContent = icon; // the name of a sign in the font that Streamlit brings
      button.onclick = () => choose(value);
      return button;
    }),
  );
}

function read() {
  try {
    return JSON.parse(window.localStorage.getItem(KEPT)) ?? "System";
  } catch {
    return "System"; // nothing that Streamlit would understand, or no storage at all
  }
}

function choose(value) {
  window.localStorage.setItem(KEPT, JSON.stringify(value));
  window.location.reload();
}
