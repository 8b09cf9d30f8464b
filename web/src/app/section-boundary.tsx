import { Component, type ReactNode } from 'react';
import { ErrorState } from '#ui/index.ts';

/** Keeps a crash inside its section and offers another try. */
export class SectionBoundary extends Component<{ children: ReactNode; resetKey?: string }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(previous: { resetKey?: string }): void {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) {
      this.setState({ failed: false });
    }
  }

  override render(): ReactNode {
    if (!this.state.failed) {
      return this.props.children;
    }
    return (
      <ErrorState
        title="Something went wrong"
        message="We encountered an error loading this section. Please try refreshing."
        retryLabel="Try Again"
        onRetry={() => this.setState({ failed: false })}
      />
    );
  }
}
