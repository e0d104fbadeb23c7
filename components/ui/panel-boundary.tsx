'use client';
/** A view that throws takes down its panel and nothing else; the rest of the page goes on. */
import { Component, type ReactNode } from 'react';
import { Failed } from './states';

interface State {
  readonly error: unknown;
  readonly failed: boolean;
}

export class PanelBoundary extends Component<{ readonly children: ReactNode }, State> {
  override readonly state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <Failed error={this.state.error} onRetry={() => this.setState({ error: null, failed: false })} />;
  }
}
