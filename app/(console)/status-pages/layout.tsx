/** Gives these pages answers; it guards nothing and holds no facts. */
import { QueryProvider } from '@/app/query-provider';

export default QueryProvider;
