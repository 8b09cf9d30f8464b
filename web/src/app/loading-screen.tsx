/** Shown while it is not known whether somebody is signed in. */
export function LoadingScreen() {
  return (
    <main className="boot">
      <p role="status">Loading...</p>
    </main>
  );
}

/** The frame of the signed-in product before its code or its businesses are there; the web origin sends the same element. */
export function FrameScreen() {
  return <div className="boot-frame" aria-busy="true" />;
}
