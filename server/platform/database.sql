-- Run as the owner after every migration; each statement can run again.
-- Rights: the application reads and writes tenant tables under their policies, appends to the logs, and cannot read the user pool.
do $$
declare name text;
begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('revoke all on %I from quittance_app, quittance_identity, quittance_worker, quittance_partner, quittance_search', name);
    if name like 'pool\_%' then
      execute format('grant select, insert, update, delete on %I to quittance_identity', name);
    else
      execute format('grant select, insert, update, delete on %I to quittance_app', name);
    end if;
  end loop;
end $$;

-- Policies bind the owner too. Only one who says so (migrations, backup, restore) sees the rows of all clients: a function or a view of
-- the owner that forgets to name the client finds none.
do $$
declare t record;
begin
  for t in
    select c.oid, c.relname, c.relforcerowsecurity,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'maintenance'
        and p.polroles = array[(select oid from pg_roles where rolname = current_user)]) as is_open
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
  loop
    if not t.is_open then
      execute format('drop policy if exists maintenance on %I', t.relname);
      execute format($policy$create policy maintenance on %I to %I
        using ((select current_setting('quittance.maintenance', true)) = 'on')
        with check ((select current_setting('quittance.maintenance', true)) = 'on')$policy$, t.relname, current_user);
    end if;
    if not t.relforcerowsecurity then execute format('alter table %I force row level security', t.relname); end if;
  end loop;
end $$;

-- Nobody but the owner makes anything that lasts, and only the product's logins and the owner connect.
revoke create on schema public from public;
do $$ begin execute format('revoke connect, temporary on database %I from public', current_database()); end $$;
-- Large objects are files that no policy guards and no backup of ours holds. Only a superuser can take them from everybody.
do $$
declare f regprocedure;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    for f in select oid::regprocedure from pg_proc
      where pronamespace = 'pg_catalog'::regnamespace and (proname like 'lo\_%' or proname in ('loread', 'lowrite')) loop
      execute format('revoke execute on function %s from public', f);
    end loop;
  end if;
end $$;

-- Background work sees which clients there are and where something is due, and nothing of what it is.
grant usage on schema public to quittance_worker;
grant select (client_id, created_at) on client to quittance_worker;
grant select (client_id, channel, status, created_at, next_attempt_at) on outbox to quittance_worker;
grant select (client_id, slot, wake_at) on strategy_run to quittance_worker;
grant select (client_id, wake_at) on workflow to quittance_worker;
grant select (client_id, follower, looked_until) on event_follower to quittance_worker;
grant select (client_id) on client_domain to quittance_worker;
grant select (client_id, state) on whatsapp_approval to quittance_worker;
do $$
declare name text;
begin
  foreach name in array array['client', 'outbox', 'strategy_run', 'workflow', 'event_follower', 'client_domain', 'whatsapp_approval'] loop
    if not exists (select from pg_policy where polrelid = name::regclass and polname = 'due_work') then
      execute format('create policy due_work on %I for select to quittance_worker using (true)', name);
    end if;
  end loop;
  -- The queue is under row-level security without a policy: its owner's until it is given to the worker.
  for name in select tablename from pg_tables where schemaname = 'graphile_worker' loop
    if not exists (select from pg_policy where polrelid = ('graphile_worker.' || name)::regclass and polname = 'worker') then
      execute format('create policy worker on graphile_worker.%I to quittance_worker using (true) with check (true)', name);
    end if;
  end loop;
end $$;
revoke all on all functions in schema graphile_worker from public;
grant usage on schema graphile_worker to quittance_worker;
grant select, insert, update, delete on all tables in schema graphile_worker to quittance_worker;
grant usage on all sequences in schema graphile_worker to quittance_worker;
grant execute on all functions in schema graphile_worker to quittance_worker;

-- What services publish of their tables (published.tables.ts) is read with the reader's own rights: a view gives nobody more than the table does.
-- Views that a later migration makes anew are readable at once, before this file has run again.
grant usage on schema published to quittance_app, quittance_identity, quittance_worker;
grant select on all tables in schema published to quittance_app, quittance_identity, quittance_worker;
alter default privileges in schema published grant select on tables to quittance_app, quittance_identity, quittance_worker;

-- Every process asks at its start whether it fits the schema.
grant usage on schema drizzle to quittance_app;
grant select on drizzle.schema_range, drizzle.__drizzle_migrations to quittance_app;

-- What is written here stays as it was written.
-- What the database was made for is noted by its owner (installation.ts).
revoke insert, update, delete on installation from quittance_app;
grant select on installation to quittance_identity;
revoke update, delete on event, event_seal, ledger_entry, strategy_version, communication_resolution, payment_notice, erasure from quittance_app;
-- A batch for the bookkeeping is taken back by another one, and its files stay as they were written.
revoke delete on accounting_batch from quittance_app;
revoke update, delete on accounting_part from quittance_app;
revoke insert, update, delete on event_erasure from quittance_app;
grant select (client_id, name) on client to quittance_identity;
-- Whose page a client's domain leads to.
grant select (client_id, domain, is_default, state, created_at) on client_domain to quittance_identity;
grant usage on schema public to quittance_app, quittance_identity;
-- Staging of imports is temporary.
do $$ begin execute format('grant temporary on database %I to quittance_app', current_database()); end $$;

-- Search: under row-level security only leakproof operators may use an index, and those of tsvector are not. These views fix the client
-- themselves and read with the rights of a role that sees all accounts and claims and that nobody can become, so that conditions, order
-- and limit of a search reach the indexes.
do $$
declare name text;
begin
  foreach name in array array['account', 'claim'] loop
    execute format('grant select on %I to quittance_search', name);
    if not exists (select from pg_policy where polrelid = name::regclass and polname = 'search') then
      execute format('create policy search on %I for select to quittance_search using (true)', name);
    end if;
  end loop;
  -- Made by releases whose owner read for everybody.
  foreach name in array array['searchable_account', 'searchable_claim'] loop
    if exists (select from pg_views where schemaname = 'public' and viewname = name and viewowner = current_user) then
      execute format('drop view %I', name);
    end if;
  end loop;
  grant usage, create on schema public to quittance_search;
end $$;
-- What partners' people read stands on these (partner.sql).
drop schema if exists partner_reach cascade;
set local role quittance_search;
drop view if exists searchable_account;
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
reset role;
revoke create on schema public from quittance_search;

-- What the database was made for (installation.ts). One that was filled before this was noted is judged by its clients; a demo's users come
-- after them, so users without clients are those of somebody who makes a live one. The first note stays.
create or replace function database_purpose() returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare found text;
begin
  perform set_config('quittance.maintenance', 'on', true);
  found := coalesce(
    (select purpose from installation),
    (select case when bool_or(is_demo) then 'demo' else 'live' end from client having count(*) > 0),
    (select 'live' from pool_user limit 1));
  perform set_config('quittance.maintenance', 'off', true);
  return found;
end $$;
create or replace function note_purpose(wanted text, release text, made_at timestamptz) returns text language plpgsql security definer
set search_path = public, pg_temp as $$
declare noted text := coalesce(database_purpose(), wanted);
begin
  perform set_config('quittance.maintenance', 'on', true);
  insert into installation (purpose, release, made_at) values (noted, release, made_at) on conflict do nothing;
  return database_purpose();
end $$;
-- Holds all sending, and lets it go on (delivery/hold.ts). A second hold changes the reason and keeps the moment.
create or replace function hold_sending(why text, moment timestamptz) returns timestamptz language plpgsql security definer
set search_path = public, pg_temp as $$
declare since timestamptz;
begin
  perform set_config('quittance.maintenance', 'on', true);
  update installation set held_since = coalesce(held_since, moment), held_reason = why returning held_since into since;
  perform set_config('quittance.maintenance', 'off', true);
  return since;
end $$;
-- The time of the hold does not count for messages that wait for a provider. @returns since when sending was held, null when it was not
create or replace function resume_sending(moment timestamptz) returns timestamptz language plpgsql security definer
set search_path = public, pg_temp as $$
declare since timestamptz;
begin
  perform set_config('quittance.maintenance', 'on', true);
  select held_since into since from installation for update;
  if since is not null then
    update outbox set blocked_since = blocked_since + greatest(moment - greatest(since, blocked_since), interval '0')
    where blocked_since is not null and status in ('queued', 'sending');
    update installation set held_since = null, held_reason = null;
  end if;
  perform set_config('quittance.maintenance', 'off', true);
  return since;
end $$;
revoke all on function hold_sending(text, timestamptz), resume_sending(timestamptz) from public;
grant execute on function hold_sending(text, timestamptz), resume_sending(timestamptz) to quittance_worker;

revoke all on function database_purpose(), note_purpose(text, text, timestamptz) from public;
grant execute on function database_purpose(), note_purpose(text, text, timestamptz) to quittance_worker;

-- Words that were written lately wait in a list that every search walks through; who is about to look up many names has it worked off first.
create or replace function settle_search_words() returns bigint language sql security definer set search_path = public, pg_temp as $$
  select gin_clean_pending_list('account_search')
$$;
revoke all on function settle_search_words() from public;
grant execute on function settle_search_words() to quittance_app;

-- Tables that grow from nothing to millions within a minute are planned badly until the database has looked at them. A small sample tells
-- how large they are; the database takes a better one by itself later.
create or replace function refresh_statistics() returns void language plpgsql security definer
set search_path = public, pg_temp set default_statistics_target = 10 as $$
begin
  analyze account, debtor, contact_point, claim, ledger_entry;
end $$;
revoke all on function refresh_statistics() from public;
grant execute on function refresh_statistics() to quittance_app;

-- Walking an order stays inside its index only where the pages of the table are known to be clean, so they are cleaned after few changes.
alter table account set (autovacuum_vacuum_scale_factor = 0.05);

-- Jobs join the transaction that asks for them.
create or replace function enqueue_job(identifier text, payload json, queue_name text, run_at timestamptz, job_key text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select graphile_worker.add_job(identifier, payload, queue_name, run_at, 25, job_key)
$$;
revoke all on function enqueue_job(text, json, text, timestamptz, text) from public;
grant execute on function enqueue_job(text, json, text, timestamptz, text) to quittance_app;

-- The digest of an event as it is: the same text as DIGEST in events.seal.ts, which a test holds together.
create or replace function event_digest(e event) returns bytea language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select sha256(convert_to(json_build_array(e.client_id, e.message_id, e.message_type, e.message_version, (extract(epoch from e.emit_time) * 1000)::bigint,
    e.account_id, e.external_claim_ref, e.correlation_id, e.actor_type, e.actor_id, e.payload)::text, 'UTF8'))
$$;
revoke all on function event_digest(event) from public;

-- Erases the payloads of events for an erasure that is on record, of the client of the transaction alone. The digests that the chain needs
-- stay, and a notice that covers them is appended in the same act: nobody erases without the log saying so. @returns how many.
create or replace function erase_events(erasure uuid, notice uuid, moment timestamptz, account uuid, by_type text, by_id text, about json, ids uuid[])
returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  mine uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  number integer;
  covered text;
begin
  -- In the body: who is no superuser may not declare a setting of ours for a function.
  perform set_config('quittance.maintenance', 'on', true);
  if mine is null or not exists (select from public.erasure r where r.client_id = mine and r.erasure_id = erase_events.erasure) then
    raise exception 'there is no such erasure';
  end if;
  insert into event_erasure (client_id, message_id, notice_id, digest, erased_digest)
  select mine, e.message_id, notice, event_digest(e), ''::bytea from event e
  where e.client_id = mine and e.message_id = any(ids) and e.message_type <> 'personalDataErased'
  order by e.message_id on conflict do nothing;
  get diagnostics number = row_count;
  update event e set payload = json_build_object('erased', erasure) from event_erasure x
  where x.client_id = mine and x.notice_id = notice and e.client_id = mine and e.message_id = x.message_id;
  update event_erasure x set erased_digest = event_digest(e) from event e
  where x.client_id = mine and x.notice_id = notice and e.client_id = mine and e.message_id = x.message_id;
  select encode(sha256(coalesce(string_agg(uuid_send(x.message_id) || x.digest || x.erased_digest, ''::bytea order by x.message_id), ''::bytea)), 'hex')
  into covered from event_erasure x where x.client_id = mine and x.notice_id = notice;
  insert into event (client_id, message_id, message_type, emit_time, account_id, actor_type, actor_id, payload)
  values (mine, notice, 'personalDataErased', moment, account, by_type, by_id,
    json_build_object('erasureId', erasure, 'events', number, 'digest', covered, 'about', about));
  perform set_config('quittance.maintenance', 'off', true);
  return number;
end $$;
revoke all on function erase_events(uuid, uuid, timestamptz, uuid, text, text, json, uuid[]) from public;
grant execute on function erase_events(uuid, uuid, timestamptz, uuid, text, text, json, uuid[]) to quittance_app;

-- Blanks the free text of rows that are otherwise written once, for an erasure that is on record. Amounts, accounts and keys stay. @returns how many.
create or replace function erase_texts(erasure uuid, part text, accounts uuid[])
returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  mine uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  number integer;
begin
  -- In the body: who is no superuser may not declare a setting of ours for a function.
  perform set_config('quittance.maintenance', 'on', true);
  if mine is null or not exists (select from public.erasure r where r.client_id = mine and r.erasure_id = erase_texts.erasure) then
    raise exception 'there is no such erasure';
  end if;
  case part
    when 'resolutions' then
      update communication_resolution set additional_information = ''
      where client_id = mine and account_id = any(accounts) and additional_information <> '';
    when 'ledger' then
      update ledger_entry set description = '' where client_id = mine and account_id = any(accounts) and description <> '';
    else raise exception 'there is no text of %', part;
  end case;
  get diagnostics number = row_count;
  perform set_config('quittance.maintenance', 'off', true);
  return number;
end $$;
revoke all on function erase_texts(uuid, text, uuid[]) from public;
grant execute on function erase_texts(uuid, text, uuid[]) to quittance_app;
