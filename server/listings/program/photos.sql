-- The photos of a listing that staff decide about are read and compared (server/listings/photos). Its first ones tell enough.
create or replace function portreeve_photos(photos_url jsonb, thumbnail text) returns text[] language sql immutable as $$
  select case when jsonb_typeof(photos_url) <> 'array' or photos_url = '[]' then array_remove(array[nullif(thumbnail, '')], null)
    else array(select distinct photo from (select photo from jsonb_array_elements_text(photos_url) photo limit 4) first where photo <> '') end
$$;

create or replace function portreeve_photos_wait(post text) returns void language sql as $$
  insert into photo_prints (post_key, photo, decided)
  select key, unnest(portreeve_photos(photos_url, thumbnail_image_url)), review_state <> 'pending' from posts
  where key = post and deleted_at is null
    and (review_state = 'pending' or exists (select from listing_reports where post_key = post and status = 'open'))
  on conflict do nothing
$$;

create or replace function portreeve_post_photos() returns trigger language plpgsql as $$
begin
  delete from photo_prints where post_key = new.key and photo <> all (portreeve_photos(new.photos_url, new.thumbnail_image_url));
  update photo_prints set decided = (new.review_state <> 'pending' or new.deleted_at is not null) where post_key = new.key;
  perform portreeve_photos_wait(new.key);
  return null;
end $$;
create or replace trigger posts_photos_new after insert on posts for each row
  when (new.review_state = 'pending') execute function portreeve_post_photos();
create or replace trigger posts_photos after update of photos_url, thumbnail_image_url, review_state, deleted_at on posts for each row
  when (row(old.photos_url, old.thumbnail_image_url, old.review_state, old.deleted_at)
    is distinct from row(new.photos_url, new.thumbnail_image_url, new.review_state, new.deleted_at))
  execute function portreeve_post_photos();

create or replace function portreeve_report_photos() returns trigger language plpgsql as $$
begin
  perform portreeve_photos_wait(new.post_key);
  return null;
end $$;
create or replace trigger listing_reports_photos after insert on listing_reports for each row
  when (new.status = 'open') execute function portreeve_report_photos();
