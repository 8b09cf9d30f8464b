const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:2rem 1rem;max-width:24rem}
form{display:grid;gap:1rem}label{display:grid;gap:.25rem}label.row{display:flex;gap:.5rem;align-items:center}
input,button{font:inherit;min-height:44px;padding:0 .75rem}input[type=checkbox]{min-height:0}`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** `body` is HTML. */
export const messagePage = (title: string, body: string): string => page(title, body);

/** Any address signs in; those that did before are offered. */
export const accountsPage = (emails: readonly string[]): string =>
  page(
    'Try-out Accounts',
    `<p>A provider for trying out Postloom. It believes any address.</p>
<form method="post"><label>Email<input name="email" type="email" list="known" autocomplete="off" autofocus></label>
<datalist id="known">${emails.map((email) => `<option value="${escape(email)}">`).join('')}</datalist>
<label>Name<input name="name" autocomplete="off"></label>
<label class="row"><input name="verified" type="checkbox" checked>The address is confirmed</label>
<button type="submit" name="answer" value="go">Go on</button>
<button type="submit" name="answer" value="cancel" formnovalidate>Cancel</button></form>`,
  );
