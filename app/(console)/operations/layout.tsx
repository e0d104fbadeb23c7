/** Gives these pages answers and their address as state; it guards nothing and holds no facts. */
import { ListProviders } from '@/app/list-providers';

export default ListProviders;
