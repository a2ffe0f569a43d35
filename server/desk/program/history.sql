select portreeve_remember('{report_reasons, incidents, appeals, appeal_rounds}');
-- The points follow from the facts and the time.
select portreeve_remember('{desk_cases}',
  '{deadline_points, money_points, reporters_points, reports_points, priority_points, waiting_points, points_until}');
select portreeve_remember_view('desk_open_reports');
-- Without a past: desk_weights (the audit has its changes), bulk_jobs, bulk_rows, undo_plans, undo_plan_rows, proposals (a log), rules (the audit has their changes), rule_queue, rule_matches, rule_replays, rule_replay_events (what was found when), desk_moves, desk_days (figures of days).
