// Components whose code is loaded when they are shown. `lazy` of React keeps a failure for as long as the page is open;
// here each showing tries again, so that a connection that was away for a moment takes nothing with it for good.
import { type ComponentType, createElement, useLayoutEffect, useState } from 'react';

/** A component, and what loads its code ahead. */
export interface LoadedLater<Props extends object> {
  Component: ComponentType<Props>;
  load(): Promise<unknown>;
}

/** @param load imports the module of the component */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LoadedLater<Props> {
  let arrived: ComponentType<Props> | undefined;
  const remember = async () => {
    arrived ??= await load();
    return arrived;
  };
  /** Nothing until the code is there. Throws what went wrong while it was loaded, for the next Boundary. */
  function Later(props: Props) {
    const [failure, setFailure] = useState<{ reason: unknown }>();
    const [Shown, setShown] = useState(() => arrived);
    useLayoutEffect(() => {
      if (Shown) return;
      let isGone = false;
      remember().then(
        (it) => !isGone && setShown(() => it),
        (reason: unknown) => !isGone && setFailure({ reason }),
      );
      return () => {
        isGone = true;
      };
    }, [Shown]);
    if (failure) throw failure.reason;
    return Shown ? createElement(Shown, props) : null;
  }
  return { Component: Later, load: remember };
}
