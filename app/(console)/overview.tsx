'use client';
/** Overview before its answers: the layout stands at once, its code and its facts follow. */
import { late } from '@/components/ui/late';
import { Loading } from '@/components/ui/loading';

const OverviewScreen = late(
  () => import('./overview-screen').then((module) => module.OverviewScreen),
  <section className="panel" aria-labelledby="overview-waiting">
    <div className="panel-head">
      <h1 id="overview-waiting" className="h-panel">
        What needs a decision
      </h1>
    </div>
    <Loading what="what needs a decision" tall />
  </section>,
);

export function Overview() {
  return <OverviewScreen />;
}
