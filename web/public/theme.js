// Sets the colour theme before the first paint. External, because the content security policy allows no inline script.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('postloom.theme');
  } catch (error) {
    stored = null; // Storage is blocked: the default theme holds.
  }
  var dark = stored === 'dark' || (stored === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute('content', dark ? '#15131F' : '#FBF8F3');
})();
