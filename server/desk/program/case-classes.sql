-- The place of a class of reports among all classes, from 0; that after all of them for none. `deskClasses` of the contract has the
-- same order.
create or replace function portreeve_class_rank(class text) returns smallint language sql immutable as $$
  select coalesce(array_position(
    array['danger', 'minors', 'phishing', 'fraud', 'prohibited', 'other', 'quality', 'spam'], class) - 1, 8)::smallint
$$;

-- A reason in plain words: 'No_show', 'no-show' and 'no show' are one reason. Empty without a reason.
create or replace function portreeve_reason_words(reason text) returns text language sql immutable as $$
  select btrim(regexp_replace(translate(lower(coalesce(reason, '')), '_-', '  '), '\s+', ' ', 'g'))
$$;

-- The class of a reason by its words, where no admin chose one. Reasons are the marketplace's own: one without a known word stays
-- in the middle, 'other', where it hides no danger and no deadline.
create or replace function portreeve_reason_class(words text) returns text language sql immutable as $$
  select case
    when words ~ '\m(minor|child|under ?age|grooming)' then 'minors'
    when words ~ '\m(threat|violen|harass|stalk|assault|abus|danger|safety|suicid|self harm|blackmail|extort|sexual|hate)' then 'danger'
    when words ~ '\m(phish|impersonat|pretend|fake (support|staff|team)|account takeover|hacked)' then 'phishing'
    when words ~ '\m(prohibit|counterfeit|replica|illegal|forbidden|weapon|drug|alcohol|stolen)' then 'prohibited'
    when words ~ '\m(spam|advert|duplicate|irrelevant)' then 'spam'
    when words ~ '\m(scam|fraud|fake|off ?app|off ?platform|outside|payment|not ship|never ship|not received)' then 'fraud'
    when words ~ '\m(no ?show|quality|rude|late|(mis|not as )?descri|wrong|category|condition|damaged|broken)' then 'quality'
    else 'other' end
$$;

-- The open reports that have a case, each with the rank of its class.
create or replace view desk_open_reports (kind, about, reporting_uid, reporter_uid, reason, class, created_at) as
  select 'user_reports', r.reporting_uid, r.reporting_uid, r.reporter_uid, r.report_reason_id,
    portreeve_class_rank(coalesce(m.class, portreeve_reason_class(portreeve_reason_words(r.report_reason_id)))), r.created_at
  from user_reports r join users u on u.uid = r.reporting_uid and u.deleted_at is null
  left join report_reasons m on m.reason = portreeve_reason_words(r.report_reason_id)
  where r.status = 'open'
  union all
  select 'listing_reports', r.post_key, null, r.reporter_uid, r.report_reason_id,
    portreeve_class_rank(coalesce(m.class, portreeve_reason_class(portreeve_reason_words(r.report_reason_id)))), r.created_at
  from listing_reports r join posts p on p.key = r.post_key and p.deleted_at is null
  left join report_reasons m on m.reason = portreeve_reason_words(r.report_reason_id)
  where r.status = 'open';
