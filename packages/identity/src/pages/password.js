// The button that shows the password. It stays hidden without this script.
for (const button of document.querySelectorAll("button[data-shows]")) {
  const field = document.getElementById(button.dataset.shows);
  const [show, hide] = [button.textContent, button.dataset.hide];
  button.addEventListener("click", () => {
    const isShown = field.type === "text";
    field.type = isShown ? "password" : "text";
    button.textContent = isShown ? show : hide;
    field.focus();
  });
  // As a text field the password would be stored in the browser's form history.
  field.form.addEventListener("submit", () => {
    field.type = "password";
  });
  button.hidden = false;
}
