import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readDisputeSearch } from './money/disputes/search.ts'
import { readMoneyPlanSearch, readPayoutSearch } from './money/payouts/search.ts'
import { readReconciliationSearch } from './money/reconciliation/search.ts'
import { readRefundSearch } from './money/refunds/search.ts'
import { shell } from './shell-route.tsx'

/** The pages of the money desk, below the tab Orders. */
export const deskRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/disputes',
    staticData: { tab: 'Orders', below: 'Disputes' },
    validateSearch: readDisputeSearch,
    component: lazyRouteComponent(() => import('./money/disputes/DisputesScreen.tsx'), 'DisputesScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/chargebacks/$id',
    staticData: { tab: 'Orders', below: 'Disputes' },
    component: lazyRouteComponent(
      () => import('./money/chargebacks/ChargebackScreen.tsx'),
      'ChargebackScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/refunds',
    staticData: { tab: 'Orders', below: 'Refunds' },
    validateSearch: readRefundSearch,
    component: lazyRouteComponent(() => import('./money/refunds/RefundsScreen.tsx'), 'RefundsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/payouts',
    staticData: { tab: 'Orders', below: 'Payouts' },
    validateSearch: readPayoutSearch,
    component: lazyRouteComponent(() => import('./money/payouts/PayoutsScreen.tsx'), 'PayoutsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/money-plans',
    staticData: { tab: 'Orders', below: 'Payouts' },
    validateSearch: readMoneyPlanSearch,
    component: lazyRouteComponent(() => import('./money/payouts/MoneyPlansScreen.tsx'), 'MoneyPlansScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/reconciliation',
    staticData: { tab: 'Orders', below: 'Reconciliation' },
    validateSearch: readReconciliationSearch,
    component: lazyRouteComponent(
      () => import('./money/reconciliation/ReconciliationScreen.tsx'),
      'ReconciliationScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/money-settings',
    staticData: { tab: 'Orders', named: 'Reasons and deadlines' },
    component: lazyRouteComponent(
      () => import('./money/money-settings/MoneySettingsScreen.tsx'),
      'MoneySettingsScreen',
    ),
  }),
] as const
