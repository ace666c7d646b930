// Components whose code is loaded when they are shown. `lazy` of React keeps a failure for as long as the page is open;
// here each showing tries again, so that a connection that was away for a moment takes nothing with it for good.
// `Component` throws a failure, for a page that has nothing else; what a button opens asks with `useLoaded`.
import { type ComponentType, useLayoutEffect, useState } from 'react';

/** A component, and what loads its code ahead. */
export interface LoadedLater<Props extends object> {
  Component: ComponentType<Props>;
  load(): Promise<unknown>;
  isLoaded(): boolean;
}

/** The code of a component. */
interface Code<Props extends object> {
  arrived: ComponentType<Props> | undefined;
  load(): Promise<ComponentType<Props>>;
}

/** @param load imports the module of the component */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LoadedLater<Props> {
  const code: Code<Props> = {
    arrived: undefined,
    async load() {
      code.arrived ??= await load();
      return code.arrived;
    },
  };
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: one for each module that is loaded, made when the page begins.
    Component: (props) => <Later code={code} of={props} />,
    load: code.load,
    isLoaded: () => code.arrived !== undefined,
  };
}

/** Renders nothing until the code is there. Throws the failure of loading, for the next Boundary. */
function Later<Props extends object>({ code, of }: { code: Code<Props>; of: Props }) {
  const [Shown, setShown] = useState(() => code.arrived);
  const [failure, setFailure] = useState<{ reason: unknown }>();
  useLayoutEffect(() => {
    if (Shown) return;
    let isGone = false;
    code.load().then(
      (arrived) => !isGone && setShown(() => arrived),
      (reason: unknown) => !isGone && setFailure({ reason }),
    );
    return () => {
      isGone = true;
    };
  }, [code, Shown]);
  if (failure) throw failure.reason;
  return Shown ? <Shown {...of} /> : null;
}
