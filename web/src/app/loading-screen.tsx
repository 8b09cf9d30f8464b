/** Shown while it is not known whether somebody is signed in. */
export function LoadingScreen() {
  return (
    <p role="status" className="boot">
      Loading...
    </p>
  );
}
