// Lets people see what they type; without this script the button is not there.
for (const button of document.querySelectorAll("button[data-shows]")) {
  const field = document.getElementById(button.dataset.shows);
  const [show, hide] = [button.textContent, button.dataset.hide];
  button.addEventListener("click", () => {
    const isShown = field.type === "text";
    field.type = isShown ? "password" : "text";
    button.textContent = isShown ? show : hide;
    field.focus();
  });
  // what is sent is kept by no browser as an ordinary word
  field.form.addEventListener("submit", () => {
    field.type = "password";
  });
  button.hidden = false;
}
