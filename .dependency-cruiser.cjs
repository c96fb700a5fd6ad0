// The directions of the house (docs/ARCHITECTURE.md). scripts/test.ts fails when a rule is broken or no module was seen.
const rule = (name, from, to, comment) => ({ name, severity: 'error', from, to, comment });
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    rule('core-is-the-floor', { path: '^core/' }, { path: '^(engine|blocks|server|web|portal)/' }, 'core knows nobody'),
    rule('engine-is-pure', { path: '^engine/' }, { path: '^(blocks|server|web|portal)/' }, 'engine knows core only'),
    rule('blocks-are-pure', { path: '^blocks/' }, { path: '^(engine|server|web|portal)/' }, 'blocks know core only'),
    rule('web-shares-contracts-only', { path: '^web/' }, { path: '^(server|portal)/' }, 'web and server share .graphql files only'),
    rule('server-stands-below-web', { path: '^server/' }, { path: '^web/' }, 'the server does not import the web app'),
    rule(
      'only-pages-mounts-the-portal',
      { path: '^server/', pathNot: '^server/pages[.]ts$|[.](test|testing|harness|cases)[.]tsx?$' },
      { path: '^portal/' },
      'pages.ts mounts the portal',
    ),
    rule(
      'portal-is-handed-its-logic',
      { path: '^portal/', pathNot: '[.](test|testing|harness|cases)[.]tsx?$' },
      { path: '^(server|web)/' },
      'the portal speaks to services through what pages.ts hands it',
    ),
    rule(
      'platform-knows-no-service',
      { path: '^server/platform/', pathNot: '[.](test|testing|harness|cases)[.]tsx?$' },
      { path: '^server/services/' },
      'the platform is below the services',
    ),
    rule(
      'services-meet-by-logic',
      { path: '^server/services/([^/]+)/', pathNot: '[.](test|testing|harness|cases|kill[.]worker)[.]tsx?$' },
      { path: '^server/services/([^/]+)/', pathNot: ['^server/services/$1/', '[.]logic[.]ts$', '[.]tables[.]ts$'] },
      'a service calls another service by its .logic.ts',
    ),
    rule(
      'tables-are-private',
      { path: '^server/services/([^/]+)/', pathNot: '[.](tables|test|testing|harness|cases)[.]ts$' },
      { path: '[.]tables[.]ts$', pathNot: ['^server/services/$1/', '^server/platform/'] },
      'only a service reads its own tables',
    ),
    rule(
      'rooms-are-below-their-service',
      { path: '^server/services/([^/]+)/[^/]+/', pathNot: '[.](test|testing|harness|cases)[.]ts$' },
      { path: '^server/services/$1/[^/]+$' },
      'the files at the root of a service join its rooms; no room imports them',
    ),
    rule(
      'screens-are-islands',
      { path: '^web/screens/([^/]+/[^/]+)/' },
      // Reactions are made of the canvas' steps, so their editor shows the same fields.
      { path: '^web/screens/', pathNot: ['^web/screens/$1/', '^web/screens/strategy/canvas/'] },
      'a screen never imports another screen',
    ),
    rule(
      'only-reactions-use-the-fields-of-the-canvas',
      { path: '^web/screens/(?!strategy/(canvas|reactions-editor)/)' },
      { path: '^web/screens/strategy/canvas/' },
      'a screen never imports another screen',
    ),
    rule(
      'the-canvas-is-below-screens',
      { path: '^web/canvas/' },
      { path: '^web/(screens|content)/' },
      'screens tell the canvas what stands on it',
    ),
    rule('content-is-below-screens', { path: '^web/content/' }, { path: '^web/screens/' }, 'screens and the composer use web/content'),
    rule(
      'the-shell-writes-by-the-composer',
      { path: '^web/shell/', pathNot: '^web/shell/composer/' },
      { path: '^web/content/' },
      'of the shell, only the composer writes messages',
    ),
    rule(
      'holidays-stay-on-the-server',
      { path: '^web/', pathNot: '[.]test[.]tsx?$' },
      { path: '^core/calendar[.]ts$', reachable: true },
      'the data of all holidays is several times the rest of the web app',
    ),
    {
      name: 'the-server-imports-what-registers',
      severity: 'error',
      // Jobs, reactions and actions register when they are imported, and the tests of one process share what was: a forgotten import shows here.
      from: { path: '^server/(server|pages)[.]ts$' },
      to: {
        path: '^server/services/',
        pathNot: '[./](logic|command|test|testing|testing[.]\\w+|cases|sample|kill[.]\\w+|tables)[.]ts$',
        reachable: false,
      },
    },
    rule('ui-fetches-nothing', { path: '^web/ui/' }, { path: '^web/(shell|screens)/|@tanstack' }, 'web/ui is given what it shows'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)node_modules/|[.]graphql[.]ts$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  },
};
