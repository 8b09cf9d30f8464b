/** Shown while it is not known whether somebody is signed in. */
export function LoadingScreen() {
  return (
    <main className="boot">
      <p role="status">Loading...</p>
    </main>
  );
}
