/** The scalars of our wire: versions are decimal strings, instants ISO 8601 in UTC, sizes are whole bytes. */
import { z } from './zod';

export const versionString = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,19})$/)
  .meta({ description: 'A dataset version: an unsigned 64-bit integer in decimal.' });

export const instant = z.iso.datetime({ precision: 3 }).meta({ description: 'ISO 8601, UTC, milliseconds.' });

export const byteCount = z.int().nonnegative();

export const count = z.int().nonnegative();

/** A branch's name; null is main. */
export const branchName = z.string().min(1).max(1024).nullable();

export const lakeId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .meta({ description: "A lake's id from the configuration." });

/** The dataset's id in URLs: see dataset-id.ts. */
export const datasetId = z.string().min(1).max(2048);
