/** How Next builds and serves the console: no telemetry, no prompts to agents, no partial prerendering (a nonce forbids it). */

// Read by Next before it sends anything.
process.env.NEXT_TELEMETRY_DISABLED = '1';

/** @type {import('next').NextConfig} */
const nextConfig = {
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // flock needs its prebuilt binary beside it; the AWS client is loaded as Node loads it, not bundled again.
  serverExternalPackages: ['fs-ext-extra-prebuilt', '@aws-sdk/client-s3'],
  experimental: {
    agentUpgrade: false,
    // A body is judged by defineRoute at 64 KiB; the proxy must not hold more than it takes to see that. Larger ones do not pass it.
    proxyClientMaxBodySize: '128kb',
  },
};

export default nextConfig;
