import type { Migration } from 'kysely';
import { statements } from './statements.ts';

/** The tables that Paylink began with, and their indexes. */
export const UP_TO_0008: Record<string, Migration> = {
  '0001-links-and-notices': statements(`
    create table links (
      id text primary key, nonce text not null unique, team_id text not null, enterprise_id text,
      channel_id text not null, maker_id text not null, maker_name text not null, invoice_id text not null,
      invoice_id_is_ours integer not null, callback_token_hash text not null unique, state text not null,
      version integer not null, amount_fils bigint not null, expires_at bigint not null,
      request text not null, order_id text, address text, answer text, failure text, card_channel_id text,
      card_ts text, qr_file_id text, created_at bigint not null, updated_at bigint not null
    );
    create index links_by_state on links (state, created_at);
    create index links_by_invoice_id on links (team_id, invoice_id);
    create table link_events (
      link_id text not null references links (id), version integer not null, at bigint not null,
      from_state text, to_state text not null, cause text not null, evidence text,
      constraint link_events_key primary key (link_id, version)
    );
    create table notices (
      id text primary key, lane text not null, kind text not null,
      link_id text not null references links (id), detail text, state text not null,
      attempts integer not null, due_at bigint not null, last_error text, position integer not null,
      created_at bigint not null, updated_at bigint not null
    );
    create index notices_by_lane on notices (state, lane, created_at, id);
  `),

  '0002-payments': statements(`
    alter table links add column email_key text;
    alter table links add column phone_key text;
    alter table links add column payment text;
    alter table links add column check_due_at bigint;
    alter table links add column check_attempts integer default 0 not null;
    alter table links add column nudge_at bigint;
    create index links_by_check on links (check_due_at);
    create index links_by_nudge on links (nudge_at);
    create index links_by_amount on links (team_id, amount_fils, created_at);
    create table callbacks (
      link_id text not null references links (id), evidence_hash text not null,
      received_at bigint not null, evidence text not null,
      constraint callbacks_key primary key (link_id, evidence_hash)
    );
    create table sweeps (name text primary key, due_at bigint not null);
    alter table notices add column lease_token text;
    alter table notices add column lease_until bigint default 0 not null;
    drop index notices_by_lane;
    create index notices_by_lane on notices (state, lane, created_at, position, id);
    create index notices_by_link on notices (link_id, kind);
    create index notices_of_lane on notices (lane, state, updated_at);
  `),

  '0003-reports': statements(`
    create table jobs (
      id text primary key, team_id text not null, kind text not null, key text not null unique,
      payload text not null, progress text, state text not null, attempts integer not null,
      due_at bigint not null, lease_token text, lease_until bigint not null, last_error text,
      created_at bigint not null, updated_at bigint not null
    );
    create index jobs_by_due on jobs (state, due_at);
    create table reports (
      id text primary key, team_id text not null, user_id text not null, kind text not null,
      span_from bigint not null, span_to bigint not null, is_shared integer not null,
      created_at bigint not null
    );
    create table daily_closes (
      team_id text not null, channel_id text not null, at_minute integer not null, set_by text not null,
      set_at bigint not null, last_day text not null, closed_until bigint,
      constraint daily_closes_key primary key (team_id, channel_id)
    );
    create index links_by_day on links (team_id, created_at);
  `),

  '0004-workspaces': statements(`
    create table installations (
      enterprise_id text not null, team_id text not null, name text not null, app_id text not null,
      bot_user_id text not null, scopes text not null, bot_token text, credentials text,
      installed_by text not null, installed_at bigint not null, updated_at bigint not null,
      removed_at bigint,
      constraint installations_key primary key (enterprise_id, team_id)
    );
    create index installations_by_team on installations (team_id);
    create table workspaces (
      team_id text primary key, enterprise_id text not null, seen_at bigint not null
    );
    create table tickets (
      token_hash text primary key, purpose text not null, subject text not null,
      expires_at bigint not null
    );
    create table members (
      team_id text not null, user_id text not null, role text not null, set_by text not null,
      set_at bigint not null,
      constraint members_key primary key (team_id, user_id)
    );
    create table settings (
      team_id text primary key, chosen text not null, set_by text not null, set_at bigint not null
    );
    create table approvals (
      id text primary key, nonce text not null unique, team_id text not null, enterprise_id text,
      channel_id text not null, maker_id text not null, maker_name text not null, state text not null,
      amount_fils bigint not null, limit_fils bigint not null, expires_at bigint not null,
      request text not null, acknowledged text not null, decided_by text, decided_at bigint,
      link_id text references links (id), card_channel_id text, card_ts text, created_at bigint not null
    );
    create index approvals_by_state on approvals (team_id, state, created_at);
    create index approvals_by_end on approvals (state, expires_at);
    create table audit_entries (
      id text primary key, team_id text not null, at bigint not null, actor_id text not null,
      action text not null, subject text, detail text
    );
    create index audit_entries_by_time on audit_entries (team_id, at, id);
    create index links_by_maker on links (team_id, maker_id, created_at);
  `),

  /**
   * Indexes for the home, the daily close and the customer limit. Those for sums hold every column they
   * read.
   */
  '0005-found-by-index': statements(`
    alter table links add column paid_at bigint;
    update links set paid_at = (
        select min(link_events.at) from link_events
        where link_events.link_id = links.id
          and link_events.to_state = 'paid' and link_events.from_state <> 'paid'
      ) where state = 'paid';
    create index links_by_payment on links (team_id, paid_at, maker_id, amount_fils)
      where paid_at is not null;
    drop index links_by_day;
    create index links_by_day on links (team_id, created_at, state, maker_id, amount_fils);
    create index links_by_standing on links (team_id, state, maker_id, expires_at, amount_fils);
    drop index links_by_maker;
    create index links_by_phone on links (team_id, phone_key, created_at);
    create index links_by_email on links (team_id, email_key, created_at);
    alter table approvals add column sum_fils bigint;
  `),

  '0006-link-relations': statements(`
    create index links_by_order_id on links (team_id, order_id);
    alter table links add column paid_twice_with text;
  `),

  /**
   * Older rows may share an invoice number: the newest keeps it. Few links replace another, so partial
   * indexes cost the rest nothing.
   */
  '0007-choices': statements(`
    alter table links add column replaces_link_id text;
    alter table links add column beside_link_id text;
    alter table approvals add column replaces_link_id text;
    alter table approvals add column beside_link_id text;
    alter table links add column invoice_asked text;
    alter table links add column invoice_key text;
    update links set invoice_key = invoice_id where id in
      (select max(id) from links group by team_id, invoice_id);
    create unique index links_by_invoice_key on links (team_id, invoice_key);
    create index links_by_invoice_asked on links (team_id, invoice_asked) where invoice_asked is not null;
    create index links_by_replaced on links (replaces_link_id) where replaces_link_id is not null;
    create index links_by_beside on links (beside_link_id) where beside_link_id is not null;
  `),

  /** Each use of a ticket deletes the expired ones. */
  '0008-used-tickets': statements(`
    create index tickets_by_end on tickets (expires_at);
  `),
};
