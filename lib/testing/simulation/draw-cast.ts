/** Who takes part in one schedule: never fewer than five, so that most of them meet. */
import type { SeededRandom } from '@/lib/testing/seeded-random';
import { brancher } from './actors/brancher';
import { cleaner, operator } from './actors/cleaner';
import { hastyTagger } from './actors/hasty-tagger';
import { reader } from './actors/reader';
import { releasedBrancher, releasedCleanerActor, releasedTagger } from './actors/released';
import { tagger } from './actors/tagger';
import { restorer, writer } from './actors/writer';
import type { Actor } from './cast';
import type { ScheduleConfig } from './schedule-config';
import { releasedCleaner } from './witness';

const hourMs = 3_600_000;

interface Role {
  readonly name: string;
  readonly actor: Actor;
  /** Chance that it takes part. */
  readonly chance: number;
  /** Whether it writes lifecycle objects of its own. */
  readonly leaseAware?: boolean;
}

const roles: readonly Role[] = [
  { name: 'cleaner', actor: cleaner, chance: 1 },
  { name: 'second cleaner', actor: cleaner, chance: 0.55 },
  { name: 'operator', actor: operator, chance: 0.4 },
  { name: 'reader', actor: reader(1_000, 3), chance: 0.7, leaseAware: true },
  { name: 'second reader', actor: reader(60_000, 3), chance: 0.4, leaseAware: true },
  { name: 'late reader', actor: reader(hourMs, 2), chance: 0.3, leaseAware: true },
  { name: 'writer', actor: writer, chance: 0.45 },
  { name: 'restorer', actor: restorer, chance: 0.4 },
  { name: 'tagger', actor: tagger, chance: 0.55 },
  { name: 'second tagger', actor: tagger, chance: 0.25 },
  { name: 'hasty tagger', actor: hastyTagger, chance: 0.25, leaseAware: true },
  { name: 'brancher', actor: brancher, chance: 0.2, leaseAware: true },
  { name: 'released tagger', actor: releasedTagger, chance: 0.35 },
  { name: 'released brancher', actor: releasedBrancher, chance: 0.25 },
  { name: releasedCleaner, actor: releasedCleanerActor, chance: 0.06 },
];

export function drawCast(
  random: SeededRandom,
  config: ScheduleConfig,
): readonly (readonly [string, Actor])[] {
  const fitting = roles.filter(({ leaseAware }) => !(config.releasedOnly && leaseAware === true));
  const drawn = new Set(fitting.filter(({ chance }) => random.chance(chance)));
  if (config.releasedOnly) for (const role of fitting) if (role.actor === tagger) drawn.add(role);
  for (let tries = 0; drawn.size < 5 && tries < 100; tries += 1) {
    const role = fitting[random.int(fitting.length)];
    if (role !== undefined && role.name !== releasedCleaner) drawn.add(role);
  }
  return [...drawn].map(({ name, actor }) => [name, actor] as const);
}
