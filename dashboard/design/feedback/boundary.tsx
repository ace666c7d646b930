// Catches what a page throws while it is drawn or loaded, and offers to load it again: after an update of the server the
// code of a page that was not open yet has another name. What failed is forgotten when the path leads elsewhere.
import { Component, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../controls/button.tsx';
import { EmptyState } from './empty-state.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** Another value: the children are tried again. */
  resetKey?: string | undefined;
  /** In place of the children that failed. */
  fallback: ReactNode;
  onFailure?: () => void;
}

interface BoundaryState {
  hasFailed: boolean;
  resetKey: string | undefined;
}

/** Shows its children, or the fallback once they have failed. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey };
  }

  override componentDidCatch(): void {
    this.props.onFailure?.();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** The boundary of a page: what fails on one path says nothing about another. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <Boundary resetKey={path} fallback={<FailedPage />}>
      {children}
    </Boundary>
  );
}

function FailedPage() {
  return (
    <EmptyState
      title="This page could not be shown"
      action={
        <Button variant="filled" onPress={() => location.reload()}>
          Reload page
        </Button>
      }
    >
      The server may have been updated while the page was open.
    </EmptyState>
  );
}
