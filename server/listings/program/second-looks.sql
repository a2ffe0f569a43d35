-- Whether a look is still wanted: nothing has changed its record since the first decision, and it still exists.
create or replace function portreeve_look_wanted(l second_looks) returns boolean language sql stable as $$
  select case l.kind
    when 'listing' then exists (
      select from posts p where p.key = l.subject_id and p.version = l.left_version and p.deleted_at is null)
    else exists (
      select from promoted_posts r left join posts p on p.key = r.post_id
      where r.id = l.subject_id and r.version = l.left_version and p.deleted_at is null and p.version is not distinct from l.listing_version) end
$$;

-- The looks that are cases of the desk. The past has none: it shows what was decided.
create or replace view second_looks_open as
  select l.* from second_looks l
  where l.state = 'open' and portreeve_look_wanted(l) and nullif(current_setting('portreeve.as_of', true), '') is null;

-- The time since when a look waits on the desk, as its case has it.
create or replace function portreeve_look_opened(l second_looks) returns timestamptz language sql stable as $$
  select case l.kind
    when 'listing' then (select coalesce(greatest(creation_date_time, changed_at), to_timestamp(0)) from posts where key = l.subject_id)
    else (select created_at from promoted_posts where id = l.subject_id) end
$$;

-- Whether a look may become a case of the desk: an old case tells nothing where its target is not over, or where older ones wait.
create or replace function portreeve_look_fits(l second_looks) returns boolean language sql stable as $$
  select portreeve_look_opened(l) > now() - make_interval(secs => 3600 * portreeve_desk_target(w, l.kind))
    or exists (select from desk_cases c where c.kind = l.kind and c.opened_at <= portreeve_look_opened(l))
  from desk_weights w
$$;

-- Whether the look must end before it is decided: nobody wants it, it was set aside or handed to one who has decided, or a note tells
-- of the decision.
create or replace function portreeve_look_over(l second_looks) returns boolean language sql stable as $$
  select not portreeve_look_wanted(l) or (select second_look_percent = 0 from desk_weights)
    or case l.state when 'waits' then l.due_at <= now() and not portreeve_look_fits(l)
      else l.due_at < now() - interval '3 days'
        or exists (select from desk_cases c where c.kind = l.kind and c.id = l.subject_id and c.assignee = any(l.by_uids)) end
    or exists (select from audit a where a.subject_kind = 'listing' and a.reason is not null
      and a.subject_id = case l.kind when 'listing' then l.subject_id else (select post_id from promoted_posts where id = l.subject_id) end
      and a.action in ('notes.create', 'inbox.assign') and a.at > l.decided_at)
$$;
