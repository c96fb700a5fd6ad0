/** Settings of a client. */
import { defineEvents } from './define.ts';

export const SETTING_EVENTS = defineEvents({
  retentionRuleChanged: { audit: ['retention', 'update'], retention: null },
  contactRulesChanged: { audit: ['contactRules', 'update'], retention: null },
  portalSettingChanged: { audit: ['portalSettings', 'update'], retention: null },
  financeSettingChanged: { audit: ['paymentSettings', 'update'], retention: null },
  paymentWayMissing: { audit: ['paymentSettings', 'other', 'failure'], retention: null },
  clientConfigurationChanged: { audit: ['general', 'update'], retention: null },
  metadataSchemaChanged: { audit: ['metadata', 'update'], retention: null },
  clientCreated: { audit: ['general', 'create'], retention: null },
  operationHoursChanged: { audit: ['schedule', 'update'], retention: null },
  closedDaysChanged: { audit: ['schedule', 'update'], retention: null },
  embeddedDashboardsChanged: { audit: ['dashboards', 'update'], retention: null },
  accountLayoutChanged: { audit: ['general', 'update'], retention: null },
  viewSaved: { audit: ['general', 'update'], retention: null },
  viewDeleted: { audit: ['general', 'delete'], retention: null },
  taskTopicSaved: { audit: ['taskTopics', 'update'], retention: null },
  taskTopicDeleted: { audit: ['taskTopics', 'delete'], retention: null },
  taskGroupSaved: { audit: ['taskTopics', 'update'], retention: null },
  taskGroupDeleted: { audit: ['taskTopics', 'delete'], retention: null },
});
