// Catches what a page throws while it is drawn or loaded, and offers to load it again: after an update of the server the
// code of a page that was not open yet has another name.
import { Component, type ReactNode } from 'react';
import { Button } from '../design/controls/button.tsx';
import { EmptyState } from '../design/feedback/empty-state.tsx';

/** Shows its children, or what to do when they fail. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <EmptyState
        title="This page could not be shown"
        action={
          <Button variant="filled" onPress={() => location.reload()}>
            Load it again
          </Button>
        }
      >
        The server may have been updated while the page was open.
      </EmptyState>
    );
  }
}
