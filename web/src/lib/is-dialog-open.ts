/** True while a modal dialog is open: what it was opened for must not change under it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-modal], [role="alertdialog"]') !== null;
}
