// Columns that the erasure of a person leaves as they are.

/** Columns that identify no person, or that another person wrote. */
export const harmless: Record<string, string[]> = {
  transactions:
    'product_title search_title product_thumbnail_path product_id public_id carrier dispute_id seller_display_name purchaser_display_name'.split(
      ' ',
    ),
  decided_fields: ['theirs', 'decided_by'],
  collections: ['public_id', 'title', 'description', 'image_url'],
  live_events: ['topic', 'payload'],
  ...{ events: ['type', 'actor'], webhook_deliveries: ['type', 'state'] },
  user_reports: ['report_reason_id', 'status'],
  orders: ['provider', 'ship_to_region', 'ship_to_country'],
  ship_labels: ['refund_state', 'refund_operation'],
  ...{ bulk_rows: ['state'], second_looks: 'kind by_uids outcomes policies state'.split(' ') },
  ledger_entries: ['kind', 'reference'],
  operations: ['kind', 'state', 'started_by', 'approval_id', 'trace'],
  approvals: 'kind state asked_by decided_by dispute_id difference_id against reason_id group_id'.split(' '),
  disputes: ['assignee', 'outcome', 'opened_by', 'decided_by'],
  chargebacks: ['provider', 'state', 'reason', 'bearer'],
  fraud_warnings: ['provider', 'fraud_type'],
  ...{ payout_holds: ['held_by'], money_plans: ['delivered', 'undelivered', 'by_uid', 'job_id'] },
  ledger_differences: ['kind', 'state', 'settled_by'],
  review_decisions: ['kind', 'decision', 'by_uid', 'by_name', 'operation_id'],
  measures: 'kind source grounds by_uid party_uids ended_by ended_how operation_id'.split(' '),
  appeals: ['about', 'state', 'decided_by'],
  value_lists: ['kind', 'about', 'created_by'],
  extension_fields: 'type words choices created_by'.split(' '),
  rule_replays: ['event', 'queries', 'state', 'failure', 'made_by'],
  rules: 'name event query actions state stopped owner_uid on_by'.split(' '),
  stored_files: 'state kind parts stored uploaded_by attached_to'.split(' '),
  desk_cases: ['post_key', 'about', 'barred', 'assignee'],
}

/**
 * Columns of other people's rows that are no text about people: names, states, codes, paths, ids. A transaction's title is a copy
 * of its listing's.
 */
export const noProse: Record<string, string> = {
  users:
    'display_name email country_code phone_number app_version last_ip last_active subscription_state one_signal_id created_at stripe_customer_id stripe_connect_id payout_timing_preference search_name search_email search_uid search_phone search_push search_ip',
  ...{ ban_reasons: 'actor_uid actor', second_looks: 'kind by_uids outcomes policies state' },
  ...{ devices: 'device_id code created_at', verification_codes: 'code created_at', photo_prints: 'print' },
  ...{ user_reports: 'report_reason_id status', listing_reports: 'report_reason_id status' },
  posts:
    'condition location photos_url thumbnail_image_url creator_name creation_date shipping_origin_zip_code variation post_country_code user_subscription_state review_state search_title search search_sketch',
  promoted_posts: 'key post_thumbnail_image_path payment_id',
  questions: 'order_id purchaser_uid seller_uid product_id tracking_number',
  review_decisions: 'kind decision by_uid by_name operation_id',
  measures: 'kind source by_uid party_uids ended_by ended_how operation_id',
  appeals: 'about conversation_id state decided_by files',
  ...{
    rule_replays: 'event queries state failure made_by',
    rules: 'name event query state stopped owner_uid on_by',
    rule_matches: 'state did case_words case_class case_state case_by hold_id',
    rule_queue: 'event',
    rule_replay_events: 'outcome currency',
    value_lists: 'kind created_by',
    extension_fields: 'type choices created_by',
    value_list_items: 'value key by list',
    appeal_rounds: 'by_uid',
    stored_files: 'state kind parts stored checksum uploaded_by attached_to',
  },
  ...{ bulk_rows: 'state seen operation_id', proposals: 'program call permission digest state decided_by' },
  held_actions: 'action items by_uid by_name',
  approvals: 'kind state asked_by decided_by dispute_id difference_id against reason_id group_id',
  decided_fields: 'decided_by',
  disputes: 'assignee outcome opened_by decided_by buyer_files seller_files',
  chargebacks: 'provider payment_id state reason bearer',
  fraud_warnings: 'provider payment_id fraud_type',
  payout_holds: 'held_by',
  money_plans: 'delivered undelivered by_uid job_id',
  ledger_differences: 'kind about reference state settled_by',
  orders:
    'payment_id provider ship_to_name ship_to_line1 ship_to_line2 ship_to_city ship_to_region ship_to_postal_code ship_to_country',
  ship_labels: 'key label_image_url tracking_number ep_shipment_id payment_id refund_state refund_operation',
  transactions:
    'public_id product_id product_title search_title product_thumbnail_path seller_display_name purchaser_display_name tracking_number carrier tracking_url dispute_id dispute_buyer_comms_url dispute_seller_comms_url',
  conversations: 'conversations_messages_id product_id',
  conversation_members: 'name search_name',
  conversation_states: 'assignee state wake_operation priority',
  messages: 'written_by sender_display_name search media_url post_title post_thumbnail_image_path',
  operations: 'kind state started_by approval_id trace',
  ...{ events: 'type actor', webhook_deliveries: 'type state' },
  ledger_entries: 'kind reference',
}
