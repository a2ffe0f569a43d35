CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- All one- and two-letter pieces of a search column, for terms too short for trigrams. The column is already encoded
-- (search/search-text.ts). Letters, then pairs from the first letter on, then pairs from the second: a loop over letters
-- takes fourteen times as long.
CREATE FUNCTION portreeve_grams(encoded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_to_array(encoded, NULL)
    || string_to_array(regexp_replace(encoded, '(..)', '\1 ', 'g'), ' ')
    || string_to_array(regexp_replace(substr(encoded, 2), '(..)', '\1 ', 'g'), ' ')
$$;
