select portreeve_remember('{conversations, conversation_members, messages, conversation_states, macros, inbox_settings}');
-- Without a past: email_templates, email_variables (they are the mail provider's), email_template_versions (all are kept), inbox_drafts (nobody has sent them), inbox_spans, inbox_days, inbox_changed_days (figures of days).
