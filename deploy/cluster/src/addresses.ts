/**
 * Addresses of the node's own network, which leads nowhere. They are of 198.18.0.0/15, set aside for tests of networks, so that no
 * address of the machine's network is hidden from a pod.
 */
export const NETWORK_NAMESPACE = 'postloom-cluster';
export const NODE_NAME = 'node1';
export const NODE_IP = '198.18.0.1';
export const SERVICES_CIDR = '198.18.128.0/20';
export const API_SERVICE_IP = '198.18.128.1';
export const DNS_IP = '198.18.128.10';
export const PODS_CIDR = '198.19.0.0/16';
export const PODS_OF_NODE_CIDR = '198.19.0.0/24';

/** Namespace and release of the product. */
export const RELEASE = 'shop';

export const PAUSE_IMAGE = 'postloom/pause:1';
export const COREDNS_IMAGE = 'postloom/coredns:1';
