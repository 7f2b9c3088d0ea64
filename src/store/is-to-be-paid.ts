import { sql } from './engine/database.ts';
import { ISSUED } from './link-states.ts';

/**
 * Of an open link: no later link of its sale takes its place, and none was paid since it was made. In SQL what `standingOf` says of
 * one link, so that a figure and its list agree.
 */
export const isToBePaid = sql<boolean>`not exists (
  select 1 from links as other
  where other.team_id = links.team_id and other.sale_id = links.sale_id and other.id <> links.id
    and ((other.sale_order > links.sale_order and other.state in (${sql.join(ISSUED)}))
      or (other.paid_at >= links.created_at and other.state = 'paid'
        and other.finding not in ('refunded', 'disputed'))))`;
