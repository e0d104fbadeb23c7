'use client';
/** For parts beside the page: one that throws goes away, says so to the live region, and leaves the page whole. */
import { Component, type ReactNode } from 'react';
import { announce } from './announce';

export class QuietBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    announce('A part of the frame failed; the page itself is whole. Load it again to get the part back.');
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
