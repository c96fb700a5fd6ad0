-- Run as the owner after every migration; each statement can run again.
-- Rights: the application reads and writes tenant tables under their policies, appends to the logs, and cannot read the user pool.
do $$
declare name text;
begin
  execute format('grant quittance_app, quittance_identity to %I', current_user);
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('revoke all on %I from quittance_app, quittance_identity', name);
    if name like 'pool\_%' then
      execute format('grant select, insert, update, delete on %I to quittance_identity', name);
    else
      execute format('grant select, insert, update, delete on %I to quittance_app', name);
    end if;
  end loop;
end $$;

-- What is written here stays as it was written.
-- What the database was made for is noted by its owner (installation.ts).
revoke insert, update, delete on installation from quittance_app;
grant select on installation to quittance_identity;
revoke update, delete on event, event_seal, ledger_entry, strategy_version, communication_resolution, payment_notice from quittance_app;
grant select (client_id, name) on client to quittance_identity;
grant usage on schema public to quittance_app, quittance_identity;
-- Staging of imports is temporary.
do $$ begin execute format('grant temporary on database %I to quittance_app', current_database()); end $$;

-- Search: under row-level security only leakproof operators may use an index, and those of tsvector are not. This view fixes the client
-- itself and reads with its owner's rights, so that conditions, order and limit of a search reach the indexes.
drop view if exists searchable_account;
drop function if exists search_account_ids(tsquery, integer);
create view searchable_account as select * from account where client_id = (select nullif(current_setting('app.client_id', true), '')::uuid);
revoke all on searchable_account from public, quittance_app, quittance_identity;
grant select on searchable_account to quittance_app;
-- The same for the claim overview, with what its accounts say about them.
drop view if exists searchable_claim;
create view searchable_claim as
  select c.*, a.debtor_name, a.external_account_ref, a.assignee_user_id, a.city, a.search_words
  from claim c join account a on a.client_id = c.client_id and a.account_id = c.account_id
  where c.client_id = (select nullif(current_setting('app.client_id', true), '')::uuid);
revoke all on searchable_claim from public, quittance_app, quittance_identity;
grant select on searchable_claim to quittance_app;

-- Words that were written lately wait in a list that every search walks through; who is about to look up many names has it worked off first.
create or replace function settle_search_words() returns bigint language sql security definer set search_path = public, pg_temp as $$
  select gin_clean_pending_list('account_search')
$$;
revoke all on function settle_search_words() from public;
grant execute on function settle_search_words() to quittance_app;

-- Walking an order stays inside its index only where the pages of the table are known to be clean, so they are cleaned after few changes.
alter table account set (autovacuum_vacuum_scale_factor = 0.05);

-- Jobs join the transaction that asks for them.
create or replace function enqueue_job(identifier text, payload json, queue_name text, run_at timestamptz, job_key text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select graphile_worker.add_job(identifier, payload, queue_name, run_at, 25, job_key)
$$;
revoke all on function enqueue_job(text, json, text, timestamptz, text) from public;
grant execute on function enqueue_job(text, json, text, timestamptz, text) to quittance_app;
