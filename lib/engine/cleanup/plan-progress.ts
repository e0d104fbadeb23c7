/** What a plan says while it is made: where it is and what it has read, so that a long one is not silent. */

export type PlanStep = 'survey' | 'clones' | 'branches' | 'ages' | 'kept' | 'objects';

export interface PlanProgress {
  readonly step: PlanStep;
  readonly manifestsRead: number;
  readonly objectsListed: number;
  readonly sentence: string;
}

const sentences: Readonly<Record<PlanStep, string>> = {
  survey: 'Reading control files and listing versions.',
  clones: 'Looking for clones in the other datasets.',
  branches: 'Reading what branches need.',
  ages: 'Reading the times of versions.',
  kept: 'Reading what the versions that stay need.',
  objects: 'Listing the files.',
};

/** One message per step and per hundred manifests or thousand objects. */
export class PlanWatch {
  private step: PlanStep = 'survey';
  private manifestsRead = 0;
  private objectsListed = 0;

  constructor(private readonly tell: ((progress: PlanProgress) => void) | undefined) {}

  begin(step: PlanStep): void {
    this.step = step;
    this.say();
  }

  readManifest(): void {
    this.manifestsRead += 1;
    if (this.manifestsRead % 100 === 0) this.say();
  }

  sawObject(): void {
    this.objectsListed += 1;
    if (this.objectsListed % 1_000 === 0) this.say();
  }

  private say(): void {
    const { step, manifestsRead, objectsListed } = this;
    this.tell?.({ step, manifestsRead, objectsListed, sentence: sentences[step] });
  }
}
