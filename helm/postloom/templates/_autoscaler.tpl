{{/* By CPU with Kubernetes' own autoscaler; by further triggers with KEDA, which then owns the CPU's too. */}}
{{- define "postloom.autoscaler" }}
{{- $name := include "postloom.name" . }}
{{- if .own.autoscaling.triggers }}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ $name }}
  labels: {{- include "postloom.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { name: {{ $name }} }
  minReplicaCount: {{ .own.autoscaling.min }}
  maxReplicaCount: {{ .own.autoscaling.max }}
  triggers:
    - type: cpu
      metricType: Utilization
      metadata: { value: {{ .own.autoscaling.cpuPercent | quote }} }
    {{- toYaml .own.autoscaling.triggers | nindent 4 }}
{{- else }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels: {{- include "postloom.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $name }} }
  minReplicas: {{ .own.autoscaling.min }}
  maxReplicas: {{ .own.autoscaling.max }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .own.autoscaling.cpuPercent }} }
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
{{- end }}
