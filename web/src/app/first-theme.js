// Sets the color theme before the first paint. The build writes it into the pages; their content security policy names its hash.
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
