/** A value of a form whose names say where it belongs: `items[0][price]=…`. */
export type FormValue = string | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

/** The form as a tree; lists are objects with the keys 0, 1, 2. */
export function tree(fields: Readonly<Record<string, string>>): FormObject {
  const root: FormObject = Object.create(null) as FormObject;
  for (const [name, value] of Object.entries(fields)) {
    const path = [name.split('[', 1)[0] ?? '', ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
    let at = root;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      at = typeof next === 'object' ? next : ((at[part] = Object.create(null) as FormObject) as FormObject);
    }
    at[path.at(-1) ?? ''] = value;
  }
  return root;
}

export function text(form: FormObject, ...path: string[]): string | undefined {
  const value = at(form, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function part(form: FormObject, ...path: string[]): FormObject {
  const value = at(form, path);
  return typeof value === 'object' ? value : {};
}

/** Texts of a list or an object. */
export function texts(form: FormObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function at(form: FormObject, path: readonly string[]): FormValue | undefined {
  let value: FormValue | undefined = form;
  for (const name of path) {
    value = typeof value === 'object' ? value[name] : undefined;
  }
  return value;
}
