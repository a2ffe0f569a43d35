-- The staff members who are away now, each with the colleague who stands in for them. What is assigned to them stays theirs and is
-- that colleague's meanwhile.

create or replace view staff_away(uid, deputy) as
  select uid, deputy from staff where away_from <= now() and away_until > now();
