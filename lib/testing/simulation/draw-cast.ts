/** Who takes part in one schedule: never fewer than five, so that most of them meet. */
import type { SeededRandom } from '@/lib/testing/seeded-random';
import { brancher } from './actors/brancher';
import { busyCleaner, cleaner, lateCleaner, operator } from './actors/cleaner';
import { hastyTagger } from './actors/hasty-tagger';
import { lateRenewer, reader } from './actors/reader';
import { releasedBrancher, releasedCleanerActor, releasedRescuer, releasedTagger } from './actors/released';
import { tagger } from './actors/tagger';
import { restorer, writer } from './actors/writer';
import type { Actor } from './cast';
import type { ScheduleConfig } from './schedule-config';
import { releasedCleaner } from './witness';

const hourMs = 3_600_000;

interface Role {
  readonly name: string;
  readonly actor: Actor;
  /** Chance that it takes part, by what the schedule is about. */
  readonly everything: number;
  readonly leases: number;
  readonly references: number;
  /** Whether it writes lifecycle objects of its own. */
  readonly leaseAware?: boolean;
}

const roles: readonly Role[] = [
  { name: 'cleaner', actor: cleaner, everything: 1, leases: 1, references: 1 },
  { name: 'second cleaner', actor: cleaner, everything: 0.55, leases: 1, references: 0.2 },
  { name: 'busy cleaner', actor: busyCleaner, everything: 0, leases: 0, references: 1 },
  { name: 'late cleaner', actor: lateCleaner, everything: 0.05, leases: 0, references: 0.4 },
  { name: 'operator', actor: operator, everything: 0.4, leases: 0.2, references: 0.3 },
  { name: 'reader', actor: reader(1_000, 3), everything: 0.7, leases: 0, references: 0.1, leaseAware: true },
  {
    name: 'second reader',
    actor: reader(60_000, 3),
    everything: 0.4,
    leases: 0,
    references: 0,
    leaseAware: true,
  },
  {
    name: 'late reader',
    actor: reader(hourMs, 2),
    everything: 0.3,
    leases: 0.2,
    references: 0,
    leaseAware: true,
  },
  {
    name: 'eager reader',
    actor: reader(1_000, 7),
    everything: 0,
    leases: 0.8,
    references: 0,
    leaseAware: true,
  },
  {
    name: 'second eager reader',
    actor: reader(20_000, 7),
    everything: 0,
    leases: 0.6,
    references: 0,
    leaseAware: true,
  },
  {
    name: 'late renewer',
    actor: lateRenewer,
    everything: 0.05,
    leases: 0.75,
    references: 0,
    leaseAware: true,
  },
  { name: 'writer', actor: writer, everything: 0.45, leases: 0.1, references: 0.1 },
  { name: 'restorer', actor: restorer, everything: 0.4, leases: 0.1, references: 0.1 },
  { name: 'tagger', actor: tagger, everything: 0.55, leases: 0.2, references: 1 },
  { name: 'second tagger', actor: tagger, everything: 0.25, leases: 0, references: 0.5 },
  { name: 'hasty tagger', actor: hastyTagger, everything: 0.2, leases: 0, references: 0.6, leaseAware: true },
  { name: 'brancher', actor: brancher, everything: 0.2, leases: 0, references: 0.1, leaseAware: true },
  { name: 'released tagger', actor: releasedTagger, everything: 0.35, leases: 0, references: 1 },
  { name: 'second released tagger', actor: releasedTagger, everything: 0, leases: 0, references: 0.6 },
  { name: 'released rescuer', actor: releasedRescuer, everything: 0.05, leases: 0, references: 0.4 },
  { name: 'released brancher', actor: releasedBrancher, everything: 0.25, leases: 0.1, references: 0.1 },
  { name: releasedCleaner, actor: releasedCleanerActor, everything: 0.06, leases: 0.02, references: 0.02 },
];

export function drawCast(
  random: SeededRandom,
  config: ScheduleConfig,
): readonly (readonly [string, Actor])[] {
  const fitting = roles.filter(({ leaseAware }) => !(config.releasedOnly && leaseAware === true));
  const drawn = new Set(fitting.filter((role) => random.chance(role[config.about])));
  if (config.releasedOnly) for (const role of fitting) if (role.actor === tagger) drawn.add(role);
  for (let tries = 0; drawn.size < 5 && tries < 100; tries += 1) {
    const role = fitting[random.int(fitting.length)];
    if (role !== undefined && role.name !== releasedCleaner) drawn.add(role);
  }
  return [...drawn].map(({ name, actor }) => [name, actor] as const);
}
