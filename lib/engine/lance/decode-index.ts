/** Reads the IndexSection of a manifest file (spec B.2). */
import { readInt32s, readUuid } from './decode-values';
import type { IndexFacts } from './manifest-facts';
import type { WireReader } from './manifest-wire';

export function readIndexSection(reader: WireReader): IndexFacts[] {
  const indices: IndexFacts[] = [];
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 10) indices.push(readIndex(reader));
    else reader.passUnknown('IndexSection', tag);
  }
  return indices;
}

function readIndex(reader: WireReader): IndexFacts {
  reader.keepItem();
  const outer = reader.enter();
  let uuid: string | null = null;
  let name = '';
  let datasetVersion = 0n;
  let detailsType: string | null = null;
  let createdAt: number | null = null;
  let baseId: number | null = null;
  let files: { path: string; bytes: number }[] | null = null;
  const fieldIds: number[] = [];
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    switch (tag) {
      case 10:
        uuid = readUuid(reader);
        break;
      case 16:
      case 18:
        readInt32s(reader, tag, fieldIds);
        break;
      case 26:
        name = reader.text();
        break;
      case 32:
        datasetVersion = reader.u64();
        break;
      case 50:
        detailsType = readDetailsType(reader);
        break;
      case 64:
        createdAt = reader.count();
        break;
      case 72:
        baseId = reader.u32();
        break;
      case 82:
        files ??= [];
        files.push(readIndexFile(reader));
        break;
      case 42: // fragment_bitmap
      case 56: // index_version
      case 88: // covering_fields
      case 90:
        reader.pass(tag);
        break;
      default:
        reader.passUnknown('IndexMetadata', tag);
    }
  }
  reader.leave(outer);
  if (uuid === null) throw reader.fail('an index without its UUID');
  return { uuid, name, fieldIds, datasetVersion, detailsType, createdAt, baseId, files };
}

/** The last part of `google.protobuf.Any.type_url`. */
function readDetailsType(reader: WireReader): string | null {
  const outer = reader.enter();
  let url = '';
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 10) url = reader.text();
    else reader.pass(tag);
  }
  reader.leave(outer);
  return url === '' ? null : url.slice(Math.max(url.lastIndexOf('.'), url.lastIndexOf('/')) + 1);
}

function readIndexFile(reader: WireReader): { path: string; bytes: number } {
  reader.keepItem();
  const outer = reader.enter();
  let path = '';
  let bytes = 0;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 10) path = reader.text();
    else if (tag === 16) bytes = reader.count();
    else reader.passUnknown('IndexFile', tag);
  }
  reader.leave(outer);
  return { path, bytes };
}
