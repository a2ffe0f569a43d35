import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './shell-route.tsx'
import { readAuditSearch } from './staff/audit/search.ts'

/** The pages about staff, and those about the signed-in person. */
export const staffRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/staff',
    staticData: { tab: 'Staff', mayAny: ['staff.read'] },
    component: lazyRouteComponent(() => import('./staff/staff/StaffScreen.tsx'), 'StaffScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/roles',
    staticData: { tab: 'Staff', below: 'Roles', mayAny: ['staff.read'] },
    component: lazyRouteComponent(() => import('./staff/roles/RolesScreen.tsx'), 'RolesScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/welcome',
    staticData: { tab: null, named: 'What you may do' },
    component: lazyRouteComponent(() => import('./staff/welcome/WelcomeScreen.tsx'), 'WelcomeScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/your-sign-in',
    staticData: { tab: null, named: 'Your sign-in' },
    component: lazyRouteComponent(() => import('./staff/own-sign-in/OwnSignInScreen.tsx'), 'OwnSignInScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/dashboard/audit',
    staticData: { tab: 'Audit log', mayAny: ['audit.read'] },
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./staff/audit/AuditScreen.tsx'), 'AuditScreen'),
  }),
]
