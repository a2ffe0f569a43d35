-- Whether the role of a staff member has a permission.
create or replace function portreeve_may(role_name text, permission text) returns boolean language sql stable as $$
  select exists (select from roles where name = role_name and permission = any(permissions))
$$;
