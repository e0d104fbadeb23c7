/** What a commit did, in an operator's words; kinds without a word of their own keep Lance's name. */

const words: Readonly<Record<string, string>> = {
  Delete: 'Delete rows',
  Update: 'Update rows',
  Rewrite: 'Compaction',
  CreateIndex: 'Create index',
  Merge: 'Merge columns',
  ReserveFragments: 'Reserve fragments',
  UpdateConfig: 'Change settings',
  DataReplacement: 'Replace data files',
  UpdateMemWalState: 'Change MemWAL state',
  UpdateBases: 'Change base paths',
};

export function operationWords(operation: string): string {
  return words[operation] ?? operation;
}
