// Writes the day into a page of plain text, which is built long before it is read. The build writes it into these pages; their
// content security policy names its hash.
document.querySelectorAll('[data-today]').forEach(function (element) {
  element.textContent = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).format();
});
