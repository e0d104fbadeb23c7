/** Reads a Transaction, inline or from a `.txn` file: which operation made a version (spec B.2). */
import { readTextEntry } from './decode-values';
import type { CloneFacts, TransactionFacts, UnknownField } from './manifest-facts';
import { delimited, WireReader } from './manifest-wire';

/** Operation kinds by their field number in the Transaction message. */
export const operationNames: ReadonlyMap<number, string> = new Map([
  [100, 'Append'],
  [101, 'Delete'],
  [102, 'Overwrite'],
  [103, 'CreateIndex'],
  [104, 'Rewrite'],
  [105, 'Merge'],
  [106, 'Restore'],
  [107, 'ReserveFragments'],
  [108, 'Update'],
  [109, 'Project'],
  [110, 'UpdateConfig'],
  [111, 'DataReplacement'],
  [112, 'UpdateMemWalState'],
  [113, 'Clone'],
  [114, 'UpdateBases'],
]);

/** Reads a whole `.txn` file: a bare message without header or footer. Throws `corrupt`. */
export function decodeTransaction(bytes: Uint8Array): {
  transaction: TransactionFacts;
  unknownFields: readonly UnknownField[];
} {
  const reader = new WireReader(bytes, 'transaction');
  const transaction = readTransactionMessage(reader);
  return { transaction, unknownFields: reader.unknownFields };
}

export function readTransactionMessage(reader: WireReader): TransactionFacts {
  const properties = new Map<string, string>();
  let readVersion = 0n;
  let uuid = '';
  let tagName = '';
  let operation: string | null = null;
  let clone: CloneFacts | null = null;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    switch (tag) {
      case 8:
        readVersion = reader.u64();
        break;
      case 18:
        uuid = reader.text();
        break;
      case 26:
        tagName = reader.text();
        break;
      case 34:
        readTextEntry(reader, properties);
        break;
      case 906: // clone
        operation = 'Clone';
        clone = readClone(reader);
        break;
      default: {
        const field = tag >>> 3;
        const name = operationNames.get(field);
        if (name !== undefined && (tag & 7) === delimited) {
          operation = name;
          reader.pass(tag);
        } else {
          // The operation numbers start at 100; one we do not know is shown, unless a known one is there too.
          if (field >= 100) operation ??= `unknown operation ${field}`;
          reader.passUnknown('Transaction', tag);
        }
      }
    }
  }
  return { readVersion, uuid, tag: tagName === '' ? null : tagName, properties, operation, clone };
}

function readClone(reader: WireReader): CloneFacts {
  const outer = reader.enter();
  let isShallow = false;
  let refName: string | null = null;
  let refVersion = 0n;
  let refPath = '';
  let branchName: string | null = null;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    switch (tag) {
      case 8:
        isShallow = reader.flag();
        break;
      case 18:
        refName = reader.text();
        break;
      case 24:
        refVersion = reader.u64();
        break;
      case 34:
        refPath = reader.text();
        break;
      case 42:
        branchName = reader.text();
        break;
      default:
        reader.passUnknown('Clone', tag);
    }
  }
  reader.leave(outer);
  return { isShallow, refName, refVersion, refPath, branchName };
}
