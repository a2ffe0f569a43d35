import type { Figures } from '../core/figures.ts'

/** The kinds of operations that send a mail. */
export const mailKinds = [
  'dispute.mail',
  'email_template.test',
  'measures.tell',
  'notifications.digest',
  'review.announce',
  'staff.link',
  'verification.mail',
] as const

/** The figures of the staff's work in general: held actions and mails. */
export const staffFigures: Figures = {
  subject: 'staff',
  gauges: {
    portreeve_held_actions: 'Actions that are not final yet, by action',
    portreeve_mails_pending: 'Mails that the mail server has not taken yet',
    portreeve_mails_oldest_seconds: 'Age of the oldest mail that was tried and is not taken yet',
  },
  query: `
    with mails as (select created_at, attempts from operations
      where state = 'pending' and kind in (${mailKinds.map((kind) => `'${kind}'`).join(', ')}))
    select 'portreeve_held_actions' as name, jsonb_build_object('action', action) as labels, count(*)::float8 as value
    from operations o join held_actions h on h.operation_id = o.id where o.state = 'pending' and o.kind = 'held.apply' group by action
    union all
    select 'portreeve_mails_pending', '{}', count(*)::float8 from mails
    union all
    select 'portreeve_mails_oldest_seconds', '{}', coalesce(max(extract(epoch from now() - created_at)), 0)::float8
    from mails where attempts > 0`,
}
