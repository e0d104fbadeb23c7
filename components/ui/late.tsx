'use client';
/** A component whose code comes after the first paint; until then something stands for it, on the server too. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * @param load the import; it starts when the component is first shown
 * @param waiting what stands there meanwhile
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, as React.lazy is
  return function Late(props: Props) {
    const [loaded, setLoaded] = useState<
      { readonly Part: ComponentType<Props> } | { readonly error: unknown } | null
    >(null);
    useEffect(() => {
      let gone = false;
      const settle = (result: typeof loaded) => {
        if (!gone) setLoaded(result);
      };
      load().then(
        (Part) => settle({ Part }),
        (error: unknown) => settle({ error }),
      );
      return () => {
        gone = true;
      };
    }, []);
    if (loaded === null) return waiting;
    // The page's error boundary offers to try again.
    if ('error' in loaded) throw loaded.error;
    return <loaded.Part {...props} />;
  };
}
