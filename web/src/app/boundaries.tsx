import { Component, type ReactNode } from 'react';
import { fetchFailedAgain } from '#lib/lazily.ts';
import { ErrorState, toast } from '#ui/index.ts';

type BoundaryProps = {
  children: ReactNode;
  /** What is failed is tried again when this changes. */
  resetKey?: string;
};

/** Keeps a crash to its children. What stands in their place is for the boundary; the report is React's (`main.tsx`). */
abstract class Boundary<P extends BoundaryProps> extends Component<P, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(previous: P): void {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) {
      this.again();
    }
  }

  protected again = (): void => {
    fetchFailedAgain();
    this.setState({ failed: false });
  };

  protected abstract instead(): ReactNode;

  override render(): ReactNode {
    return this.state.failed ? this.instead() : this.props.children;
  }
}

/** Keeps a crash inside its section and offers another try. */
export class SectionBoundary extends Boundary<BoundaryProps> {
  protected override instead(): ReactNode {
    return (
      <ErrorState
        title="Something went wrong"
        message="We encountered an error loading this section. Please try refreshing."
        retryLabel="Try Again"
        onRetry={this.again}
      />
    );
  }
}

/** Around what opens over the page: a dialog that crashes or whose code cannot be fetched closes, and the page goes on. */
export class DialogBoundary extends Boundary<BoundaryProps & { onFailed(): void; advice?: string }> {
  override componentDidCatch(): void {
    toast({
      title: 'Something went wrong',
      description: this.props.advice ?? 'This could not be opened. Please try again.',
      tone: 'error',
    });
    this.props.onFailed();
    this.again();
  }

  protected override instead(): ReactNode {
    return null;
  }
}

/** Around the toasts: where their code cannot be fetched the page goes on without them, and the next toast asks for it again. */
export class ToastBoundary extends Boundary<BoundaryProps> {
  protected override instead(): ReactNode {
    return null;
  }
}

/** The last one: the whole page is gone, but not white. */
export class RootBoundary extends Boundary<BoundaryProps> {
  protected override instead(): ReactNode {
    return (
      <main className="mx-auto max-w-xl px-4 py-24">
        <ErrorState
          title="Something went wrong"
          message="The page ran into an error. Reload it to continue. What you were writing is saved on this device."
          retryLabel="Reload"
          onRetry={() => location.reload()}
        />
      </main>
    );
  }
}
